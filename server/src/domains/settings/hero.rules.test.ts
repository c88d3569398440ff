import { expect, it } from 'vitest'

import { heroTexts } from './hero.rules.ts'

const none = { heroTitlePt: '', heroTitleEn: '', heroLeadPt: '', heroLeadEn: '' }

it.each([
  ['nothing is set', {}, undefined],
  [
    'each language has its own title and lead',
    { heroTitlePt: 'Chaves', heroTitleEn: 'Keys', heroLeadPt: 'Na hora', heroLeadEn: 'At once' },
    {
      'pt-BR': { title: 'Chaves', lead: 'Na hora' },
      'en-US': { title: 'Keys', lead: 'At once' },
    },
  ],
  [
    'only a Portuguese title',
    { heroTitlePt: 'Chaves' },
    { 'pt-BR': { title: 'Chaves' }, 'en-US': { title: 'Chaves' } },
  ],
  [
    'only an English title',
    { heroTitleEn: 'Keys' },
    { 'pt-BR': { title: 'Keys' }, 'en-US': { title: 'Keys' } },
  ],
  [
    'only a Portuguese lead',
    { heroLeadPt: 'Na hora' },
    { 'pt-BR': { lead: 'Na hora' }, 'en-US': { lead: 'Na hora' } },
  ],
  [
    'only an English lead',
    { heroLeadEn: 'At once' },
    { 'pt-BR': { lead: 'At once' }, 'en-US': { lead: 'At once' } },
  ],
])('an empty language of the first page shows the other one: %s', (_, settings, expected) => {
  expect(heroTexts({ ...none, ...settings })).toEqual(expected)
})
