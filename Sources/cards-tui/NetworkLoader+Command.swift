public import CardCommands
public import CardNetwork

/// Commands and network do not know each other.
extension NetworkLoader: CommandLoader {}
