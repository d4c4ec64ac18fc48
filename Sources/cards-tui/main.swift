internal import CardPhotos

// Before anything else starts: as the photo helper, the program has no terminal and no store.
if CommandLine.arguments.dropFirst().first == PhotoHelper.argument { PhotoHelper.run() }

print("cards-tui")
