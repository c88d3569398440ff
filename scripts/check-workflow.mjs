// GitHub's workflows cannot run here, so this check covers their preconditions. Each step calls an
// existing command of this project, and every action is pinned to its major version. One version of
// Node is used everywhere. The changelog has notes for the version in package.json.
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'

import { notesOf } from './release/notes.mjs'
import { read, report, root, sources } from './sources.mjs'

const manifest = JSON.parse(read('package.json'))
const breaches = []

/** An action of GitHub or Docker, pinned to its major version; Dependabot raises it. */
const pinned = /^(?:actions|docker)\/[\w-]+@v\d+$/

/**
 * Programs of GitHub's CI runners that a workflow may call directly, without one of our npm
 * scripts.
 */
const forgeTools = /^gh release create /

function isProgram(path) {
  try {
    accessSync(join(root, path), constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The reason why a line of a workflow cannot run; undefined if it can. */
function faultOfCommand(command) {
  if (command.includes('${{')) return 'an expression inside a command: hand it over by env'
  if (command === 'npm ci' || command === 'npm test' || forgeTools.test(command)) return undefined

  const [, script] = /^npm (?:run )?([\w:-]+)/.exec(command) ?? []
  if (script) return manifest.scripts[script] ? undefined : `package.json has no script ${script}`

  return isProgram(command.split(' ')[0]) ? undefined : 'no command of this project'
}

/** The commands of a workflow with their line numbers, one for each line of a block. */
function commandsOf(text) {
  const commands = []
  let depth

  text.split('\n').forEach((line, index) => {
    const indent = line.search(/\S/)
    if (depth !== undefined && indent > depth) commands.push([index + 1, line.trim()])
    else if (indent !== -1) depth = undefined

    const [, key, command] = /^([ -]*)run: (.*)$/.exec(line) ?? []
    if (command === '|') depth = key.length
    else if (command) commands.push([index + 1, command])
  })

  return commands
}

const workflows = sources(['.github/workflows'], ['.yml', '.yaml'])

for (const path of workflows) {
  const text = read(path)
  const commands = commandsOf(text)
  if (!commands.length) breaches.push(`${path}:1 runs no command; mend check-workflow`)

  for (const [line, command] of commands) {
    const fault = faultOfCommand(command)
    if (fault) breaches.push(`${path}:${line} ${command}: ${fault}`)
  }

  text.split('\n').forEach((line, index) => {
    const [, action] = /\buses: (.*)$/.exec(line) ?? []
    if (action && !pinned.test(action))
      breaches.push(
        `${path}:${index + 1} ${action}: not an action by its major version, owner/name@v4`,
      )
  })
}

const ci = workflows.map(read).join('\n')
for (const command of ['.ci/run', 'npm run release', 'npm run image', 'npm run release:gather'])
  if (!ci.includes(`run: ${command}`)) breaches.push(`.github/workflows:1 never runs ${command}`)

const node = manifest.dependencies.node

const versionsOfNode = {
  '.nvmrc': /^(.+)$/m,
  'deploy/Dockerfile': /^ARG NODE=(.+)$/m,
  '.devcontainer/Dockerfile': /^ARG NODE=(.+)$/m,
}

for (const [path, pattern] of Object.entries(versionsOfNode)) {
  const version = pattern.exec(read(path))?.[1]
  if (version !== node) breaches.push(`${path}:1 Node ${version}, while package.json has ${node}`)
}

const container = JSON.parse(read('.devcontainer/devcontainer.json'))
const faultOfContainer = faultOfCommand(container.postCreateCommand)
if (faultOfContainer)
  breaches.push(
    `.devcontainer/devcontainer.json:1 ${container.postCreateCommand}: ${faultOfContainer}`,
  )

for (const [, list] of read('.github/dependabot.yml').matchAll(/director(?:y|ies): (.+)$/gm))
  for (const folder of list.replace(/[[\]\s]/g, '').split(','))
    if (!existsSync(join(root, folder)))
      breaches.push(`.github/dependabot.yml:1 ${folder}: there is no such folder`)

if (!notesOf(read('CHANGELOG.md'), manifest.version))
  breaches.push(`CHANGELOG.md:1 has no section ${manifest.version}, the version of package.json`)

report('workflow', breaches)
