public import CardCommands
public import CardNetwork

/// Conforms here, because CardCommands and CardNetwork do not import each other.
extension NetworkLoader: CommandLoader {}
