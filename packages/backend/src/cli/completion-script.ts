import type { Command } from 'commander'

export type Shell = 'bash' | 'zsh' | 'fish'

/** One place on the command line: the words that lead there, and what may come next. */
type Place = {
  path: string[]
  commands: { name: string; text: string }[]
  options: { name: string; text: string }[]
}

/** A script for a shell that completes every command and option of the program, made from the program itself. */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program, [])
  switch (shell) {
    case 'bash':
      return bash(program.name(), places)
    case 'zsh':
      return zsh(program.name(), places)
    case 'fish':
      return fish(program.name(), places)
  }
}

function placesOf(command: Command, path: string[]): Place[] {
  const help = command.createHelp()
  const commands = help
    .visibleCommands(command)
    .map(child => ({ name: child.name(), text: child.description() }))
  const options = help
    .visibleOptions(command)
    .map(option => ({ name: option.long ?? option.short ?? '', text: option.description }))
  const deeper = command.commands.flatMap(child => placesOf(child, [...path, child.name()]))
  return [{ path, commands, options }, ...deeper]
}

function bash(name: string, places: Place[]): string {
  const cases = places.map(({ path, commands, options }) => {
    const words = [...commands, ...options].map(each => each.name).join(' ')
    return `    '${path.join(' ')}') words='${words}' ;;`
  })
  return `# bash completion of ${name}: source it, or put it where your bash looks for completions
_${safe(name)}() {
  local word path='' words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${places
  .filter(({ path }) => path.length > 0)
  .map(
    ({ path }) =>
      `      '${[path.slice(0, -1).join(' '), path.at(-1)].join(' ')}') path='${path.join(' ')}' ;;`,
  )
  .join('\n')}
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${safe(name)} ${name}
`
}

function zsh(name: string, places: Place[]): string {
  const quote = (text: string) => text.replaceAll("'", "'\\''").replaceAll(':', '\\:')
  const cases = places.map(({ path, commands, options }) => {
    const entries = [...commands, ...options]
      .map(each => `'${quote(each.name)}:${quote(each.text)}'`)
      .join(' ')
    return `    '${path.join(' ')}') entries=(${entries}) ;;`
  })
  return `#compdef ${name}
# zsh completion of ${name}: put it as _${name} into a folder of your $fpath
_${safe(name)}() {
  local word path_='' entries=()
  for word in "\${words[@]:1:CURRENT-2}"; do
    case "$path_ $word" in
${places
  .filter(({ path }) => path.length > 0)
  .map(
    ({ path }) =>
      `      '${[path.slice(0, -1).join(' '), path.at(-1)].join(' ')}') path_='${path.join(' ')}' ;;`,
  )
  .join('\n')}
    esac
  done
  case "$path_" in
${cases.join('\n')}
  esac
  _describe '${name}' entries || _files
}
if [ "$funcstack[1]" = "_${safe(name)}" ]; then _${safe(name)}; else compdef _${safe(name)} ${name}; fi
`
}

function fish(name: string, places: Place[]): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = places.flatMap(({ path, commands, options }) => {
    const next = commands.map(each => each.name).join(' ')
    const inside = path.map(word => `__fish_seen_subcommand_from ${word}`)
    const outside = next === '' ? [] : [`not __fish_seen_subcommand_from ${next}`]
    const condition = [...inside, ...outside].join('; and ') || 'true'
    return [
      ...commands.map(
        each => `complete -c ${name} -f -n ${quote(condition)} -a ${each.name} -d ${quote(each.text)}`,
      ),
      ...options.map(
        each =>
          `complete -c ${name} -n ${quote(condition)} -l ${each.name.replace(/^--/, '')} -d ${quote(each.text)}`,
      ),
    ]
  })
  return `# fish completion of ${name}: save it as ~/.config/fish/completions/${name}.fish\n${lines.join('\n')}\n`
}

function safe(name: string): string {
  return name.replaceAll('-', '_')
}
