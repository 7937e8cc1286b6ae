import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

const SOURCES = 'packages/backend/src/**/*.ts'
/** Tests set rows up. The entities declare the columns. The storage, and the count of its calls, implement the port. */
const NOT_CHECKED = /\.(test|suite|fixture)\.ts$|\/src\/storage\/|\/src\/domain\/entities\.ts$/

const WRITER = 'packages/backend/src/actions/meter/save-books.ts'
/** The journal links a job to its transaction in the commit that makes the nonce durable: this column, in this file. */
const LINK = { file: 'packages/backend/src/worker/submitter.ts', table: 'jobs', column: 'transactionId' }

const METER_TABLES = ['subscriptions', 'invoices', 'jobs']
const OTHER_TABLES = [
  ...['apiKeys', 'challenges', 'customers', 'deliveries', 'escrowEvents', 'events', 'idempotency'],
  ...['indexedBlocks', 'merchants', 'products', 'sessions', 'tokens', 'transactions', 'webhookEndpoints'],
]
const COUNTS = ['activeSubscriptions', 'subscriptionCount', 'totalSettled']
const WRITES = ['insert', 'update']
/** Node's hashes and ciphers have an `update` of their own. */
const CRYPTO = ['cipher', 'decipher']

type Node = { type: string; start: number; [field: string]: unknown }

/**
 * Every place that writes a row of a meter, a count of its product or a total of its customer beside `saveBooks`, as sentences. Empty means
 * that each difference of a meter goes through its machine.
 *
 * @param root the repository, or a fixture laid out like it
 */
export function findForeignWriters(root: string): string[] {
  const files = globSync(SOURCES, { cwd: root }).filter(file => !NOT_CHECKED.test(file))
  if (files.length === 0) return [`no source files found below ${root}: the check would prove nothing`]
  return files
    .toSorted()
    .filter(file => file !== WRITER)
    .flatMap(file => {
      const text = readFileSync(join(root, file), 'utf8')
      const { program } = parseSync(file, text)
      const at = ({ start }: Node) => `${file}:${text.slice(0, start).split('\n').length}`
      return problemsOf(file, program as unknown as Node).map(([node, problem]) => `${at(node)} ${problem}`)
    })
}

function problemsOf(file: string, program: Node): [Node, string][] {
  const problems: [Node, string][] = []
  walk(program, (node, parent) => {
    const problem = problemOf(file, node, parent)
    if (problem !== null) problems.push([node, problem])
  })
  return problems
}

function problemOf(file: string, node: Node, parent: Node | null): string | null {
  if (node.type === 'MemberExpression' && WRITES.includes(nameOf(node.property, node.computed) ?? ''))
    return writeProblem(file, node, parent)
  const isCalled = parent?.type === 'CallExpression' && parent.callee === node
  if (isCalled && node.computed && METER_TABLES.includes(lastName(node.object) ?? ''))
    return 'calls a method of a meter table by a computed name'
  if (node.type !== 'Property' && node.type !== 'AssignmentExpression') return null
  const isPattern = parent?.type === 'ObjectPattern'
  const key = node.type === 'Property' ? nameOf(node.key, node.computed) : lastName(node.left)
  if (isPattern && WRITES.includes(key ?? ''))
    return `takes \`${key}\` out of a table: name the table where it is called`
  const value = (node.type === 'Property' ? node.value : node.right) as Node
  const isBlank = value.type === 'Literal' && (value.value === 0 || value.bigint === '0')
  return !isPattern && COUNTS.includes(key ?? '') && !isBlank
    ? `sets ${key}, which only saveBooks moves`
    : null
}

function writeProblem(
  file: string,
  { object, property, computed }: Node,
  parent: Node | null,
): string | null {
  const receiver = object as Node
  if (receiver.type === 'CallExpression') return null
  const table = lastName(receiver)
  const write = nameOf(property, computed)
  if (table === null || ![...METER_TABLES, ...OTHER_TABLES, ...CRYPTO].includes(table))
    return `calls \`${write}\` on something else than a table by its name`
  if (!METER_TABLES.includes(table)) return null
  return file === LINK.file && table === LINK.table && isLink(write, parent)
    ? null
    : `writes ${table}, which only saveBooks does`
}

/** `tx.jobs.update({ ...job, transactionId: … })`, and nothing else. */
function isLink(write: string | null, call: Node | null): boolean {
  const [row] = (call?.type === 'CallExpression' ? call.arguments : []) as Node[]
  const fields = (row?.type === 'ObjectExpression' ? row.properties : []) as Node[]
  const [spread, column] = fields
  return (
    write === 'update' &&
    fields.length === 2 &&
    spread?.type === 'SpreadElement' &&
    column?.type === 'Property' &&
    nameOf(column.key, column.computed) === LINK.column
  )
}

/** The name of a table: `tx.jobs` and `jobs` are `jobs`, `tx[table]` is null. */
function lastName(node: unknown): string | null {
  const { type, property, computed } = node as Node
  if (type === 'MemberExpression') return nameOf(property, computed)
  return type === 'Identifier' ? nameOf(node, false) : null
}

function nameOf(node: unknown, computed: unknown): string | null {
  const { type, name, value } = node as Node
  if (type === 'Identifier' && !computed) return String(name)
  return type === 'Literal' && typeof value === 'string' ? value : null
}

function walk(
  node: Node,
  visit: (node: Node, parent: Node | null) => void,
  parent: Node | null = null,
): void {
  visit(node, parent)
  for (const child of Object.values(node).flat())
    if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, visit, node)
}

if (import.meta.main) {
  const problems = findForeignWriters(join(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
