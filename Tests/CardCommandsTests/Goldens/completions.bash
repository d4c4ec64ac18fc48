# Completion of cards-tui for bash.
_cards_tui_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
_cards_tui_files() { compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current"); }
_cards_tui() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command='' word
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in list|show|add|remove|import|export|paths|completions|help) command=$word; break ;; esac
    done
    case $previous in
        --store|--config|--front|--back) _cards_tui_files; return ;;
        --backend|--name|--number|--note|--group|--valid-from|--expiry|--balance|--currency|--color) return ;;
        --barcode) _cards_tui_words 'AZTEC CODABAR CODE_39 CODE_93 CODE_128 DATA_MATRIX EAN_8 EAN_13 ITF PDF_417 QR_CODE UPC_A UPC_E'; return ;;
    esac
    local options='--store --config --backend --demo --plain --help --version'
    case $command in
        list) options+=' --json --photos' ;;
        show) options+=' --json --photos' ;;
        add) options+=' --name --number --note --group --valid-from --expiry --balance --currency --color --star --front --back --barcode' ;;
    esac
    if [[ $current == -* ]]; then _cards_tui_words "$options"; return; fi
    case $command in
        '') _cards_tui_words 'list show add remove import export paths completions help' ;;
        import) _cards_tui_files ;;
        export) _cards_tui_files ;;
        completions) _cards_tui_words 'bash zsh fish' ;;
        help) _cards_tui_words 'list show add remove import export paths completions help' ;;
    esac
}
complete -F _cards_tui cards-tui
