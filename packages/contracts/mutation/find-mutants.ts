import { compileStandardJson, failuresOf, REMAPPINGS, readSource } from '../scripts/solc.ts'
import { type Edit, MUTATION_OPERATORS, type Source } from './mutation-operators.ts'
import { type AstNode, childrenOf, type Place, placesBelow, spanOf } from './solidity-ast.ts'

/** One changed source. `name` gives the place and the change, and stays the same when other lines move. */
export type Mutant = { name: string; file: string; line: number; text: string }

/** The sources that hold rules about money. */
const FILES = ['src/MeterEscrow.sol', 'src/MeterLife.sol', 'src/MeterMath.sol']

const NAMED = new Set(['FunctionDefinition', 'ModifierDefinition', 'VariableDeclaration'])

/** Every mutant of the escrow and its arithmetic, in the order of the sources. */
export function findMutants(): Mutant[] {
  const output = compileStandardJson<{ sources: Record<string, { ast: AstNode }> }>({
    sources: Object.fromEntries(FILES.map(file => [file, { content: readSource(file) }])),
    settings: { remappings: REMAPPINGS, outputSelection: { '*': { '': ['ast'] } } },
  })
  const [failure] = failuresOf(output)
  if (failure !== undefined) throw new Error(failure.formattedMessage)
  const trees = new Map(Object.entries(output.sources).map(([path, { ast }]) => [path, ast]))
  const declarations = membersOf([...trees.values()])
  return FILES.flatMap(file => {
    const tree = trees.get(file)
    if (tree === undefined) throw new Error(`the compiler gave no tree of ${file}`)
    return mutantsOf(file, tree, { bytes: Buffer.from(readSource(file)), declarations })
  })
}

function mutantsOf(file: string, tree: AstNode, source: Source): Mutant[] {
  const seen = new Map<string, number>()
  return [...placesBelow(tree)].flatMap(place =>
    MUTATION_OPERATORS.flatMap(operator => operator(place, source)).map(edit => {
      const title = describe(file, place, edit, source)
      const count = (seen.get(title) ?? 0) + 1
      seen.set(title, count)
      return {
        name: count === 1 ? title : `${title} #${count}`,
        file,
        line: source.bytes.subarray(0, edit.start).toString().split('\n').length,
        text: apply(edit, source),
      }
    }),
  )
}

function apply({ start, end, replacement }: Edit, { bytes }: Source): string {
  return bytes.subarray(0, start).toString() + replacement + bytes.subarray(end).toString()
}

/** "MeterLife.bill relational: `toSecond > most` → `>=`" */
function describe(file: string, place: Place, edit: Edit, { bytes }: Source): string {
  const around = [...place.parents, place.node]
  const home = around.find(node => NAMED.has(node.nodeType))
  const contract = file.replace(/^src\/(.*)\.sol$/, '$1')
  const { start, end } = edit.operator === 'arguments' ? edit : spanOf(place.node)
  const before = inOneLine(bytes.subarray(start, end).toString())
  const after = edit.replacement === '' ? 'nothing' : `\`${inOneLine(edit.replacement)}\``
  return `${contract}.${home?.name ?? '?'} ${edit.operator}: \`${before}\` → ${after}`
}

function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= 120 ? line : `${line.slice(0, 119)}…`
}

/** Members of the structs and enums by id, each knowing its `owner`. */
function membersOf(trees: readonly AstNode[]): Map<number, AstNode> {
  const members = new Map<number, AstNode>()
  for (const { node } of trees.flatMap(tree => [...placesBelow(tree)])) {
    if (node.nodeType !== 'StructDefinition' && node.nodeType !== 'EnumDefinition') continue
    for (const member of childrenOf(node, 'members')) {
      if (member.id !== undefined) members.set(member.id, Object.assign(member, { owner: node.id }))
    }
  }
  return members
}
