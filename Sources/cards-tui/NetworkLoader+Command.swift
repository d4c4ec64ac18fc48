public import CardCommands
public import CardNetwork

/// Commands know nothing of the network, and the network nothing of commands.
extension NetworkLoader: CommandLoader {}
