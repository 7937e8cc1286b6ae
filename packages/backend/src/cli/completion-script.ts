import type { Command } from 'commander'

export type Shell = 'bash' | 'zsh' | 'fish'

/** One place on the command line: the words that lead there, and what may come next. */
type Place = {
  path: string[]
  commands: Word[]
  /** What the command's own argument may be. */
  choices: string[]
  options: (Word & { takesValue: boolean; choices: string[] })[]
}

type Word = { name: string; text: string }

/** A script for a shell that completes every command, option and choice of the program, made from the program itself. */
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
  const options = help.visibleOptions(command).map(option => ({
    name: option.long ?? option.short ?? '',
    text: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  }))
  const choices = command.registeredArguments.flatMap(argument => argument.argChoices ?? [])
  const deeper = command.commands.flatMap(child => placesOf(child, [...path, child.name()]))
  return [{ path, commands, choices, options }, ...deeper]
}

function bash(name: string, places: Place[]): string {
  const cases = places.map(({ path, commands, choices, options }) => {
    const words = [...commands.map(each => each.name), ...choices, ...options.map(each => each.name)].join(
      ' ',
    )
    return `    '${path.join(' ')}') words='${words}' ;;`
  })
  const values = valuesOf(places).map(
    ({ place, option, choices }) => `    '${place} ${option}') words='${choices.join(' ')}' ;;`,
  )
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
  # What an option takes: its choices, else a file.
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${safe(name)} ${name}
`
}

function zsh(name: string, places: Place[]): string {
  const quote = (text: string) => text.replaceAll("'", "'\\''").replaceAll(':', '\\:')
  const cases = places.map(({ path, commands, choices, options }) => {
    const told = [...commands, ...options].map(each => `'${quote(each.name)}:${quote(each.text)}'`)
    return `    '${path.join(' ')}') entries=(${[...choices, ...told].join(' ')}) ;;`
  })
  const values = valuesOf(places).map(
    ({ place, option, choices }) => `    '${place} ${option}') entries=(${choices.join(' ')}) ;;`,
  )
  return `#compdef ${name}
# zsh completion of ${name}: put it as _${name} into a folder of your $fpath
_${safe(name)}() {
  local word path_='' entries=()
  for word in "\${words[@]:1:$((CURRENT-2))}"; do
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
  # What an option takes: its choices, else a file.
  case "$path_ \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  _describe '${name}' entries || _files
}
if [ "$funcstack[1]" = "_${safe(name)}" ]; then _${safe(name)}; else compdef _${safe(name)} ${name}; fi
`
}

function fish(name: string, places: Place[]): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = places.flatMap(({ path, commands, choices, options }) => {
    const next = commands.map(each => each.name).join(' ')
    const inside = path.map(word => `__fish_seen_subcommand_from ${word}`)
    const outside = next === '' ? [] : [`not __fish_seen_subcommand_from ${next}`]
    const condition = [...inside, ...outside].join('; and ') || 'true'
    return [
      ...commands.map(
        each => `complete -c ${name} -f -n ${quote(condition)} -a ${each.name} -d ${quote(each.text)}`,
      ),
      ...choices.map(choice => `complete -c ${name} -f -n ${quote(condition)} -a ${choice}`),
      ...options.map(
        each =>
          `complete -c ${name} -n ${quote(condition)} -l ${each.name.replace(/^--/, '')}${valueInFish(each)} -d ${quote(each.text)}`,
      ),
    ]
  })
  return `# fish completion of ${name}: save it as ~/.config/fish/completions/${name}.fish\n${lines.join('\n')}\n`
}

/** What may follow an option that takes a value, by where it stands. */
function valuesOf(places: Place[]): { place: string; option: string; choices: string[] }[] {
  return places.flatMap(({ path, options }) =>
    options
      .filter(option => option.takesValue)
      .map(({ name, choices }) => ({ place: path.join(' '), option: name, choices })),
  )
}

function valueInFish({ takesValue, choices }: Place['options'][number]): string {
  if (choices.length > 0) return ` -x -a '${choices.join(' ')}'`
  return takesValue ? ' -r' : ''
}

function safe(name: string): string {
  return name.replaceAll('-', '_')
}
