@testable import Terminal
