import { adminApi } from '@chaveiro/contracts/admin'
import { expect, it } from 'vitest'

import { on, type Answer, type Body } from './answers.ts'
import { longestAnswers } from './longest.ts'
import { ids } from './samples.ts'
import { show } from './show.ts'

// Files of keys in the dialog that adds keys: the questions about a table or an unclear encoding,
// the resulting text, and the batches that are sent.

type Shelf = Body<typeof adminApi.stock.products>['products'][number]

const shelf = {
  ...(longestAnswers([adminApi.stock.products])[0]!.body as { products: Shelf[] }).products[0]!,
  ...ids(5),
  productId: ids(5).id,
  name: 'Tela',
  productName: 'Tela',
  variantName: '',
}

const added = (count: number): Answer =>
  on(adminApi.stock.add, {
    success: true,
    message: '',
    dryRun: false,
    added: count,
    skipped: 0,
    lines: Array.from({ length: count }, (_, i) => ({ line: i + 1, result: 'accepted' as const })),
  })

const replies = [
  added(2),
  on(adminApi.stock.products, { success: true, products: [shelf] }),
  ...longestAnswers([adminApi.stock.list, adminApi.stock.stats]),
]

it('staff choose the column; uncertain letters are asked about; a wrong file gives no key [F230]', async () => {
  const screen = await show(`/admin/stock?new=1&productId=${shelf.id}`, {
    as: { role: 'admin' },
    replies,
  })

  const dialog = screen.dialog()
  const give = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer })
  const typed = () => dialog.getByLabel('Licenças, uma por linha').inputValue()
  const keysRegion = (name: string) => dialog.getByRole('region', { name: `Chaves de ${name}` })

  await give('semicolon.csv', Buffer.from('Validade;Chave\r\n30;SEMA-1\r\n60;SEMA-2\r\n'))

  await expect
    .poll(() => screen.fields(keysRegion('semicolon.csv')))
    .toEqual([
      ['Coluna com as chaves', '2: Chave'],
      ['A primeira linha é o cabeçalho', true],
    ])

  await expect
    .poll(() => screen.lines(keysRegion('semicolon.csv').getByRole('list')))
    .toEqual(['SEMA-1', 'SEMA-2'])
  await keysRegion('semicolon.csv').getByLabel('Coluna com as chaves').selectOption({ index: 0 })
  await expect
    .poll(() => screen.lines(keysRegion('semicolon.csv').getByRole('list')))
    .toEqual(['30', '60'])
  await keysRegion('semicolon.csv').getByLabel('A primeira linha é o cabeçalho').uncheck()
  await screen.press('Usar 3 chaves', dialog)
  await expect.poll(typed).toBe('Validade\n30\n60')

  await dialog.getByLabel('Licenças, uma por linha').fill('')
  await give('windows-1252.txt', Buffer.from('Edi\xe7\xe3o\x96A-1\r\nB-1\r\n', 'latin1'))
  await expect
    .poll(() => screen.fields(keysRegion('windows-1252.txt')))
    .toEqual([['Codificação do arquivo', 'Windows (1252)']])
  await expect
    .poll(() => screen.lines(keysRegion('windows-1252.txt').getByRole('list')))
    .toEqual(['Edição–A-1', 'B-1'])
  expect(await typed()).toBe('')
  await screen.press('Não usar', dialog)
  expect(await typed()).toBe('')
  await give('windows-1252.txt', Buffer.from('Edi\xe7\xe3o\x96A-1\r\nB-1\r\n', 'latin1'))
  await screen.press('Usar 2 chaves', dialog)
  await expect.poll(typed).toBe('Edição–A-1\nB-1\n')

  await give('aberto.csv', Buffer.from('key,label\n"OQ-1,a\nOQ-2,b\n'))

  await expect
    .poll(() => screen.lines(dialog.getByRole('alert')))
    .toEqual([
      'aberto.csv não pôde ser lido com certeza: na linha 2 falta uma aspa ou há uma quebra de linha dentro de uma célula. Nenhuma chave foi tirada dele.',
    ])

  expect(await typed()).toBe('Edição–A-1\nB-1\n')

  await give('lista.txt', Buffer.from('\uFEFFUTF16-A\nUTF16-B', 'utf16le'))
  await expect.poll(typed).toBe('Edição–A-1\nB-1\nUTF16-A\nUTF16-B')
  await dialog.getByText('4 linhas com chave.').waitFor()
})

it('keys beyond what a call takes go in parts, and one number counts them all [decision Q131]', async () => {
  const screen = await show(`/admin/stock?new=1&productId=${shelf.id}`, {
    as: { role: 'admin' },
    replies,
    language: 'en-US',
  })

  const dialog = screen.dialog()
  const lines = Array.from({ length: 10_002 }, (_, i) => `K-${i}`)

  await dialog.locator('input[type=file]').setInputFiles({
    name: 'keys.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(lines.join('\n')),
  })

  await dialog.getByText('10,002 lines with a key.').waitFor()
  await screen.press('Add', dialog)
  await expect.poll(() => screen.toast()).toBe('4 licences added.')
  const sent = screen.sent('POST', '/api/admin/stock') as { licenses: string[]; dryRun: boolean }[]

  expect(
    sent.map(({ licenses, dryRun }) => [dryRun, licenses.length, licenses[0], licenses.at(-1)]),
  ).toEqual([
    [true, 10_000, 'K-0', 'K-9999'],
    [true, 2, 'K-10000', 'K-10001'],
    [false, 10_000, 'K-0', 'K-9999'],
    [false, 2, 'K-10000', 'K-10001'],
  ])
})
