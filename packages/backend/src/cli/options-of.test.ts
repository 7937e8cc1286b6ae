import { Command } from 'commander'
import { expect, test } from 'vitest'
import { optionsOf } from './options-of.ts'
import { addRunOptions } from './serve-command.ts'

function read(...words: string[]): Record<string, unknown> {
  let found: Record<string, unknown> = {}
  const program = addRunOptions(new Command().enablePositionalOptions())
  addRunOptions(program.command('restore').option('--since <instant>')).action((_, command: Command) => {
    found = optionsOf(command)
  })
  program.parse(words, { from: 'user' })
  return found
}

test('default: an option before a command is worth the same as one behind it', () => {
  const given = ['--data', 'a', '--rpc-url', 'x', '--rpc-url', 'y', '--live-chain-id', '7', '--json']
  const behind = read('restore', ...given)
  expect(behind).toMatchObject({ data: 'a', rpcUrl: ['x', 'y'], liveChainId: '7', json: true })
  expect(read(...given, 'restore')).toEqual(behind)
  expect(read(...given.slice(0, 4), 'restore', ...given.slice(4))).toEqual(behind)
})

test('behaviour: behind the command wins, and repeatable options are taken from both sides', () => {
  const words = ['--data', 'a', '--rpc-url', 'x', 'restore', '--data', 'b', '--rpc-url', 'y', '--since', 'z']
  expect(read(...words)).toMatchObject({ data: 'b', rpcUrl: ['x', 'y'], since: 'z' })
})
