.PHONY: run test
run:
	swift run cards-tui
