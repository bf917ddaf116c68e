# An engine that speaks UGI until it is asked for a move, and then does what its first argument says. Its second argument
# is a file for its process id.
how=$1
echo $$ >>"$2"
while read -r word rest; do
    case $word in
    ugi)
        [ "$how" = silent ] && continue
        [ "$how" = ends-at-once ] && { echo "no licence found" >&2; exit 4; }
        echo "Welcome to the scripted engine"
        echo "id name scripted 7"
        echo "id author a test"
        echo "ugiok"
        ;;
    isready) echo readyok ;;
    go)
        case $how in
        ends) echo "out of cheese" >&2; exit 3 ;;
        hangs) exec sleep 1000 ;;
        illegal) echo "info depth 3 score cp 20 pv c3-d4"; echo "bestmove a1-h8" ;;
        nonsense) echo "bestmove pizza" ;;
        none) echo "bestmove" ;;
        gives-up) echo "info string the table is lost"; echo "bestmove (none)" ;;
        closes) exec >&- ;;
        babbles) exec cat /dev/zero ;;
        esac
        ;;
    quit) [ "$how" = stays ] && exec sleep 1000; exit 0 ;;
    esac
done
[ "$how" = stays ] && exec sleep 1000
