// npm run draw: draws the pictures of the demo shop into web/public/demo, which is committed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { demoImages } from './demo-images.ts'

const folder = fileURLToPath(new URL('../../web/public/demo/', import.meta.url))
const images = demoImages()

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [name, svg] of images) writeFileSync(folder + name, svg)

process.stdout.write(`${images.size} pictures in ${folder}\n`)
