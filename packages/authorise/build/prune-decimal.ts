import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
/** Reads text such as `0x1p8`, which is no amount. Without it such a text still throws, and no logarithms are needed. */
const NEVER_CALLED = 'parseOther'

type Piece = { names: string[]; start: number; end: number }

/**
 * Removes the parts of decimal.js that money arithmetic never calls: logarithms, trigonometry, roots, other bases, and two constants of
 * 1,025 digits. The rest stays unchanged to the letter. A bundler cannot do this, because methods belong to a prototype and functions to
 * a constructor.
 *
 * @param called source text with the called methods: every `.name(` in it counts
 */
export function pruneDecimal(called: string): Plugin {
  return {
    name: 'prune-decimal',
    transform(code, id) {
      if (!/\/decimal\.js\/decimal\.mjs$/.test(id)) return null
      const program = this.parse(code) as unknown as Node
      return prune(code, program, called)
    },
  }
}

function prune(code: string, program: Node, called: string): string {
  const statements = program.body as Node[]
  const functions = new Map(
    statements
      .filter(statement => statement.type === 'FunctionDeclaration')
      .map(statement => [nameOf(statement.id), statement]),
  )
  const clone = functions.get('clone')
  if (!clone) throw new Error('decimal.js has no function clone: it is laid out in another way than it was.')
  const methods = statements.flatMap(statement => assignedTo('P', statement))
  const statics = bodyOf(clone).flatMap(statement => assignedTo('Decimal', statement, 'Identifier'))
  if (methods.length < 40 || statics.length < 30)
    throw new Error('decimal.js is laid out in another way than it was.')

  const reached = new Set<Piece | Node>()
  const follow = (text: string) => {
    for (const [, member] of text.matchAll(/\.(\w+)\s*\(/g)) {
      for (const piece of [...methods, ...statics]) if (member && piece.names.includes(member)) reach(piece)
    }
    for (const [name] of text.matchAll(/(?<![.\w])\w+/g)) {
      const declared = functions.get(name)
      if (declared && name !== NEVER_CALLED) reach(declared)
    }
  }
  const reach = (piece: Piece | Node) => {
    if (reached.has(piece)) return
    reached.add(piece)
    follow(withoutComments(without(code, statics, piece)))
  }
  reach(clone)
  follow(`${called} .toString() .valueOf()`)

  const isUsed = (name: string) =>
    [...reached].some(piece => new RegExp(`\\b${name}\\b`).test(code.slice(piece.start, piece.end)))
  const unusedDigits = ['LN10', 'PI'].filter(name => !isUsed(name))
  const constants = unusedDigits.flatMap(name =>
    statements.filter(statement => code.startsWith(`${name} =`, statement.start)),
  )
  const unread = functions.get(NEVER_CALLED)
  const unused = [...methods, ...statics, ...(unread ? [unread] : [])].filter(piece => !reached.has(piece))
  const kept = without(code, [...unused, ...constants], { start: 0, end: code.length })
  // A declaration reads their lengths, and the division's body is an expression, so a bundler removes neither.
  return unusedDigits
    .reduce((text, name) => text.replace(new RegExp(`(\\b${name} = )'[\\d.]+'`), "$1''"), kept)
    .replace('var divide = (function', 'var divide = /* @__PURE__ */ (function')
}

/** The statement as a piece when it is `target.a = target.b = …`. */
function assignedTo(target: string, statement: Node, valueType = 'FunctionExpression'): Piece[] {
  const names: string[] = []
  let value = statement.expression as Node | undefined
  while (value?.type === 'AssignmentExpression') {
    const left = value.left as Node
    const name = nameOf(left.property)
    if (left.type !== 'MemberExpression' || left.computed || nameOf(left.object) !== target) return []
    if (name === 'prototype') return []
    names.push(name)
    value = value.right as Node
  }
  const isPiece = names.length > 0 && value?.type === valueType
  return isPiece ? [{ names, start: statement.start, end: statement.end }] : []
}

function bodyOf(declaration: Node): Node[] {
  return (declaration.body as Node).body as Node[]
}

function nameOf(node: unknown): string {
  return String((node as { name?: string } | null)?.name ?? '')
}

/** The text of `whole` without the pieces inside it. */
function without(code: string, pieces: (Piece | Node)[], whole: { start: number; end: number }): string {
  let text = ''
  let from = whole.start
  for (const piece of [...pieces].sort((a, b) => a.start - b.start)) {
    if (piece.start <= whole.start || piece.end > whole.end) continue
    text += code.slice(from, piece.start)
    from = piece.end
  }
  return text + code.slice(from, whole.end)
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replace(/\bMath\.\w+/g, '')
}
