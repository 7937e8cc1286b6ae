import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findHardWords } from './check-words.ts'
import { measureWords, sentencesOfPage } from './measure-words.ts'

const FIXTURE = join(import.meta.dirname, 'fixtures/words')
const WORKER = 'packages/backend/src/worker'
const ROUTES = 'packages/backend/src/http'

test('behaviour: each limit that a folder breaks is named with its count', () => {
  expect(findHardWords(FIXTURE, [])).toEqual([
    'pages: 3 indefinite persons (nobody, somebody, anybody, whoever, anew) in 32 words; at most 0',
    'pages: 2 nouns made of "what" in 32 words; at most 0',
    'pages: 1 semicolons in 32 words; at most 0',
    'pages: 2 sentences that begin with a relative clause in 5 sentences; at most 0',
    `${WORKER}: 1 indefinite persons (nobody, somebody, anybody, whoever, anew) in 9 words; at most 0`,
    `${WORKER}: 1 nouns made of "what" in 9 words; at most 0`,
    `${WORKER}: 1 semicolons in 9 words; at most 0`,
    `${WORKER}: 1 sentences that begin with a relative clause in 1 sentences; at most 0`,
  ])
})

test('behaviour: a folder that is to do may break them, and is refused there once it meets them', () => {
  expect(findHardWords(FIXTURE, ['pages', WORKER, ROUTES, 'packages/gone'])).toEqual([
    'packages/gone is listed as to do, and is not there',
    `${ROUTES} meets the figures: take it out of TO_DO`,
  ])
})

test('behaviour: a sentence of more than 30 words is long, also over several lines, and a cell is a sentence of its own', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
  const counts = (page: string) => measureWords(sentencesOfPage(page))
  expect(counts(`${words(16)}\n${words(15)}.`)).toMatchObject({ sentences: 1, long: 1 })
  expect(counts(`${words(30)}. ${words(1)}`)).toMatchObject({ sentences: 1, long: 1 })
  expect(counts(`${words(30)}. Word.`)).toMatchObject({ sentences: 2, long: 0 })
  expect(counts(`| ${words(20)} | ${words(20)} |\n| --- | --- |`)).toMatchObject({ sentences: 2, long: 0 })
})

test('error: an empty folder is no proof', () => {
  const folder = join(import.meta.dirname, 'fixtures/nothing-here')
  expect(findHardWords(folder, [])).toEqual([`no files found below ${folder}: the check would prove nothing`])
})
