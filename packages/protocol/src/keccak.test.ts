import { expect, test } from 'vitest'
import { properAddress } from './keccak.ts'

/** From EIP-55. */
const PROPER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.each([
  [PROPER, PROPER],
  [PROPER.toLowerCase(), PROPER],
  [`0x${PROPER.slice(2).toUpperCase()}`, PROPER],
  ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  [PROPER.replace('aA', 'aa'), null],
  [PROPER.replace('f33', 'F33'), null],
])('properAddress: %s is %s', (address, proper) => {
  expect(properAddress(address)).toBe(proper)
})

test.each([PROPER.slice(2), PROPER.slice(0, -1), `${PROPER}0`, PROPER.replace('0x', '0X'), ''])(
  'properAddress: %j is no address',
  text => {
    expect(() => properAddress(text)).toThrow(TypeError)
  },
)
