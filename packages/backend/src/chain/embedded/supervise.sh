#!/bin/sh
# Runs a command for as long as standard input stays open: supervise.sh LOG COMMAND [ARGUMENT…]
# The kernel closes the pipe however the backend ends, SIGKILL included: then it ends the command.
# Prints the command's process id first; exits with the command's status.
log=$1
shift
exec 3<&0
"$@" </dev/null >"$log" 2>&1 3<&- &
child=$!
echo "$child"
exec >/dev/null
(
  read -r _ <&3
  kill -KILL "$child"
) 2>/dev/null &
watcher=$!
wait "$child"
status=$?
kill -KILL "$watcher" 2>/dev/null
exit "$status"
