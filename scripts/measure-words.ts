/** The counts of one text, or of several added up. */
export type WordCounts = {
  words: number
  sentences: number
  persons: number
  whats: number
  semicolons: number
  long: number
  relative: number
}

/** The most of each that a folder may have: the first three per word, the others per sentence. */
export const LIMITS: readonly [keyof WordCounts, 'words' | 'sentences', number, string][] = [
  ['persons', 'words', 0.0002, 'indefinite persons (nobody, somebody, anybody, whoever, anew)'],
  ['whats', 'words', 0.001, 'nouns made of "what"'],
  ['semicolons', 'words', 0.003, 'semicolons'],
  ['long', 'sentences', 0.03, 'sentences of more than 30 words'],
  ['relative', 'sentences', 0.01, 'sentences that begin with a relative clause'],
]

const LONGEST = 30
const PERSON = /\b(?:nobody|somebody|anybody|whoever|whomever|someone|anyone|anew)\b/gi
const WHAT = /\bwhat(?:ever)?\b/gi
const RELATIVE =
  /^(?:What|Whatever|Whoever|Whichever|Who|Whose|Those|One that|One who|Anything that|Everything that|That which|Nor|Nobody|Somebody|Anybody)\b/
const TABLE_RULE = /^[|\s:-]+$/

/** The sentences of a Markdown page: code blocks are left out, code in a line is one word, a cell and an item are sentences. */
export function sentencesOfPage(page: string): string[] {
  const prose = page
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/^( *)```[\s\S]*?^\1```/gm, '\n')
    .replaceAll(/^ *<[^>]*>\s*$/gm, '')
  return sentencesOf(prose)
}

/** The sentences of the comments of a TypeScript, JavaScript or Solidity file. */
export function sentencesOfComments(code: string): string[] {
  const found = [
    ...code.matchAll(
      /'(?:[^'\\\n]|\\.)*'|`[^`\\\n]*`|\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|(?<![:'"`\w/])\/\/ .*/gm,
    ),
  ]
  return found
    .filter(([text]) => !/^['`]/.test(text))
    .map(([comment]) => comment.replaceAll(/^\s*(?:\/\*+|\*+\/|\*|\/\/+)/gm, '').replaceAll(/\*+\/\s*$/g, ''))
    .filter(comment => !/^\s*(?:@ts-|biome-ignore|SPDX|eslint|v8 |c8 )/.test(comment))
    .flatMap(comment =>
      sentencesOf(
        comment.replaceAll(/^\s*@(?:param|returns?|throws|dev|notice|inheritdoc)\b.*?(?= |$)/gm, '\n- '),
      ),
    )
}

/** The counts that `LIMITS` bounds. */
export function measureWords(sentences: readonly string[]): WordCounts {
  const counts: WordCounts = {
    words: 0,
    sentences: 0,
    persons: 0,
    whats: 0,
    semicolons: 0,
    long: 0,
    relative: 0,
  }
  for (const sentence of sentences) {
    const length = wordsIn(sentence)
    const asks = sentence.endsWith('?')
    counts.words += length
    counts.sentences += 1
    counts.persons += occurrences(sentence, PERSON)
    counts.whats += asks ? 0 : occurrences(sentence, WHAT)
    counts.semicolons += occurrences(sentence, /;/g)
    counts.long += length > LONGEST ? 1 : 0
    counts.relative += !asks && RELATIVE.test(sentence) ? 1 : 0
  }
  return counts
}

/** The sentences that one of the limits counts, for a person to rewrite. */
export function faultsOf(sentence: string): string[] {
  const counts = measureWords([sentence])
  return LIMITS.filter(([count]) => counts[count] > 0).map(([count]) => count)
}

function sentencesOf(prose: string): string[] {
  const lines = prose
    .replaceAll(/`[^`\n]*`|`[^`]{1,200}`/g, 'Code')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\{@link (\S+)\}/g, '$1')
    .replaceAll(/\*\*|__|&\w+;/g, '')
    .split('\n')
    .filter(line => !TABLE_RULE.test(line) || line.trim() === '')
  const blocks = lines
    .map(line => {
      if (line.trim() === '' || /^\s*#/.test(line)) return `\n\n${line.replace(/^\s*#+/, '')}\n\n`
      if (/^\s*\|/.test(line)) return `\n\n${line.split('|').join('\n\n')}\n\n`
      return /^\s*(?:[-*>] |\d+\. )/.test(line) ? `\n\n${line.replace(/^\s*(?:[-*>] |\d+\. )/, '')}` : line
    })
    .join('\n')
    .split(/\n\s*\n/)
  return blocks
    .flatMap(block => block.replaceAll(/\s+/g, ' ').split(/(?<=[.!?][)"”]?) (?=[A-Z"“(\d])/))
    .map(sentence => sentence.trim())
    .filter(sentence => wordsIn(sentence) > 0)
}

function wordsIn(sentence: string): number {
  return occurrences(sentence, /[\p{L}\p{N}][\p{L}\p{N}'’.,:/@_-]*/gu)
}

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
