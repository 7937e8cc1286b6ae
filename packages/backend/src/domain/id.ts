import { randomBytes } from 'node:crypto'

export type IdPrefix =
  | 'prod_'
  | 'cs_'
  | 'cus_'
  | 'sub_'
  | 'in_'
  | 'evt_'
  | 'mer_'
  | 'we_'
  | 'dlv_'
  | 'job_'
  | 'txn_'
  | 'req_'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARACTERS = 9
const COUNTER_CHARACTERS = 3
const RANDOM_CHARACTERS = 26

/** Makes ids: prefix, then characters that sort by creation, then 130 random bits, so that an id can serve as a capability. */
export function createIds(realTime: () => number): (prefix: IdPrefix) => string {
  let lastTime = 0
  let counter = 0
  return prefix => {
    const time = Math.max(realTime(), lastTime)
    counter = time === lastTime ? counter + 1 : 0
    lastTime = time
    if (counter >= ALPHABET.length ** COUNTER_CHARACTERS) {
      lastTime += 1
      counter = 0
    }
    return (
      prefix +
      encode(lastTime, TIME_CHARACTERS) +
      encode(counter, COUNTER_CHARACTERS) +
      random(RANDOM_CHARACTERS)
    )
  }
}

/** A random secret of `characters` × 5 bits. */
export function random(characters: number): string {
  let text = ''
  for (const byte of randomBytes(characters)) text += ALPHABET[byte % ALPHABET.length]
  return text
}

function encode(value: number, characters: number): string {
  let rest = value
  let text = ''
  for (let index = 0; index < characters; index += 1) {
    text = ALPHABET[rest % ALPHABET.length] + text
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}
