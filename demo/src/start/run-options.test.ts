import { expect, test } from 'vitest'
import { parseRunOptions } from './run-options.ts'

test('without options: port 4242 and a folder in the repository', () => {
  expect(parseRunOptions([], '/repo')).toEqual({
    help: false,
    json: false,
    port: 4242,
    dataFolder: '/repo/.data/demo',
  })
})

test('every option can be given', () => {
  expect(parseRunOptions(['--port', '0', '--data', '/tmp/d', '--json', '-h'], '/repo')).toEqual({
    help: true,
    json: true,
    port: 0,
    dataFolder: '/tmp/d',
  })
})

test.each([
  ['--port', '-1'],
  ['--port', '65536'],
  ['--port', 'x'],
  ['--port', ''],
  ['--data', ''],
  ['--ports'],
  ['something'],
])('refused: %s %s', (...args) => {
  expect(() => parseRunOptions(args, '/repo')).toThrow(expect.objectContaining({ code: 'option_invalid' }))
})
