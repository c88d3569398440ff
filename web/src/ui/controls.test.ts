import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const web = fileURLToPath(new URL('..', import.meta.url))

it('only their components write selects, checkboxes and dates, so that all look the same [P200]', () => {
  const raw = /<select\b|type="(?:checkbox|date|datetime-local|month|week|time)"/
  const found = globSync('**/*.tsx', { cwd: web })
    .filter((path) => raw.test(readFileSync(`${web}/${path}`, 'utf8')))
    .toSorted()

  expect(found).toEqual([
    'features/admin/components/filters.tsx',
    'ui/select.tsx',
    'ui/tick-box.tsx',
  ])
})
