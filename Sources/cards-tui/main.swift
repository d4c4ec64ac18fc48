print("cards-tui")
