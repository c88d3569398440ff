import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import { Validator } from '@seriousme/openapi-schema-validator'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generate } from 'openapi-typescript-codegen'
import { expect, it, onTestFinished } from 'vitest'

import { openApiDocument } from '../platform/http/openapi.ts'

// Tests the OpenAPI document with tools of other makers (Q107, F255).

const document: any = openApiDocument({ api, adminApi } as never, 'http://localhost:3000')
const operations: any[] = Object.values(document.paths).flatMap((path: any) => Object.values(path))

it('the OpenAPI document is valid, and each call in it has a unique name [F255]', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  const names = operations.map(({ operationId }) => operationId)
  expect(names.length).toBeGreaterThan(300)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(names).toContain('notifications.list')
  expect(names).toContain('admin.notifications.list')
})

it('a client generated from the OpenAPI document compiles in strict mode [F255]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaveiro-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const output = join(folder, 'client')
  await generate({ input: document, output, httpClient: 'fetch', useUnionTypes: true })

  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom'],
    types: [],
    strict: true,
    noEmit: true,
  }

  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['client'] }),
  )

  const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))

  const said = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout.slice(0, 2000),
  )

  expect(said).toBe('')
}, 30_000)

it('the document describes the export of own data, and how a wrong body is refused [F255]', () => {
  const { responses } = document.paths['/api/users/profile/data.json'].get
  const holds = responses['200'].content['application/json'].schema

  expect([holds.type, holds.properties.orders.type, holds.properties.profile.type]).toEqual([
    'object',
    'array',
    'object',
  ])

  for (const { operationId, requestBody, responses: answers } of operations) {
    const descriptions = [answers['415']?.description, answers['413']?.description]
    if (requestBody)
      expect(descriptions, operationId).toEqual([
        expect.stringContaining('request.media_type'),
        expect.stringContaining('request.too_large'),
      ])
    else expect(descriptions[0], operationId).toBeUndefined()
  }
})
