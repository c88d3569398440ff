// docs/states.md is drawn from the tables of legal moves; --write draws it anew.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { moves, staffMoves } from '../contracts/src/states.ts'
import { read, report, root } from './sources.mjs'

const tables = [
  ...Object.entries(moves),
  ...Object.entries(staffMoves).map(([thing, from]) => [`${thing}, by staff`, from]),
]
const drawn = tables.map(([thing, from]) => {
  const arrows = Object.entries(from).flatMap(([state, next]) =>
    next.length ? next.map((to) => `  ${state} --> ${to}`) : [`  ${state} --> [*]`],
  )
  return `## ${thing}\n\n\`\`\`mermaid\nstateDiagram-v2\n${arrows.join('\n')}\n\`\`\`\n`
})
const text = `# States\n\nDrawn from \`contracts/src/states.ts\` by \`node scripts/check-states.mjs --write\`; the server refuses any other move, the screens disable it.\n\n${drawn.join('\n')}`
if (process.argv.includes('--write')) writeFileSync(join(root, 'docs/states.md'), text)
report(
  'states',
  read('docs/states.md') === text
    ? []
    : [
        'docs/states.md:1 is not what contracts/src/states.ts says; run node scripts/check-states.mjs --write',
      ],
)
