#compdef cards-tui
# Completion of cards-tui for zsh.
_cards_tui() {
    local context state line
    local -a options=(
        '--store[Use this card store]:FILE:_files'
        '--config[Use this settings file]:FILE:_files'
        '--backend[Use this backend, whatever the settings say]:URL:'
        '--demo[Use made-up cards; nothing is saved]'
        '--plain[Draw in ASCII, without colours and motion]'
        '--help[Show this help; --help=man writes the manual page]'
        '--version[Show the version]'
    )
    local -a commands=(
        'list:List the cards'
        'show:Show one card'
        'add:Add a card and print its identifier'
        'remove:Remove a card'
        'import:Take cards from a JSON file'
        'export:Write all cards with their photos to a JSON file'
        'paths:Show where the cards, the settings, the log and the drafts are'
        'completions:Write the completions for a shell'
        'help:Explain a command'
    )
    _arguments -C $options '1: :->command' '*:: :->operand' && return
    case $state in
        command) _describe command commands ;;
        operand) case $line[1] in
        list) _arguments $options '--json[Write JSON]' '--photos[With the photos as base64 in the JSON]' ;;
        show) _arguments $options '--json[Write JSON]' '--photos[With the photos as base64 in the JSON]' ;;
        add) _arguments $options '--name[Name of the card]:NAME:' '--number[Number of the card]:NUMBER:' '--note[Note]:TEXT:' '*--group[Group; may be given several times]:GROUP:' '--valid-from[First day on which it is valid, as 2026-12-31]:DATE:' '--expiry[Last day on which it is valid, as 2026-12-31]:DATE:' '--balance[What is left on it, as 12.50]:AMOUNT:' '--currency[Currency of the balance, as EUR; without it, points]:CODE:' '--color[Colour, as #1a2b3c]:COLOR:' '--star[Keep it at the top of the list]' '--front[Photo of the front]:FILE:_files' '--back[Photo of the back]:FILE:_files' '--barcode[Kind of barcode, as EAN_13]:FORMAT:(AZTEC CODABAR CODE_39 CODE_93 CODE_128 DATA_MATRIX EAN_8 EAN_13 ITF PDF_417 QR_CODE UPC_A UPC_E)' ;;
        remove) _arguments $options  ;;
        import) _arguments $options '1:FILE:_files' ;;
        export) _arguments $options '1:FILE:_files' ;;
        paths) _arguments $options  ;;
        completions) _arguments $options '1:SHELL:(bash zsh fish)' ;;
        help) _arguments $options '1:COMMAND:(list show add remove import export paths completions help)' ;;
        esac ;;
    esac
}
_cards_tui "$@"
