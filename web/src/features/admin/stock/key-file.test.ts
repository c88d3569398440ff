import { describe, expect, it } from 'vitest'

import {
  keysOfColumn,
  encodingOf,
  guessColumn,
  isTable,
  readTable,
  readFileText,
} from './key-file.ts'
import { readPaste } from './paste.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

const utf16 = (text: string, mark = true) =>
  new Uint8Array(Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le'))

const swapped = (bytes: Uint8Array) => new Uint8Array(Buffer.from(bytes).swap16())

/** Encodes as Windows-1252, which differs from Latin-1 in these two characters. */
const windows = (text: string) =>
  new Uint8Array(Buffer.from(text.replaceAll('–', '\x96').replaceAll('€', '\x80'), 'latin1'))

type Line = [name: string, bytes: Uint8Array, keys: string[] | number, encoding?: string | null]

/** Each file with the keys that it must yield, or with the number of its unreadable line. */
const files: Line[] = [
  // Common text formats and encodings.
  [
    'quoted.csv',
    utf8('"key","label"\r\n"CSVA-1","work, primary"\r\n"CSVB-1","say ""hi"""\r\n'),
    ['CSVA-1', 'CSVB-1'],
  ],
  ['semicolon.csv', utf8('Chave;Validade\r\nSEMA-1;30\r\nSEMA-2;60\r\n'), ['SEMA-1', 'SEMA-2']],
  ['windows-1252.txt', windows('Edição–A-1\r\nB–1-1\r\n'), ['Edição–A-1', 'B–1-1'], null],
  ['utf-16.txt', utf16('UTF16-A\r\nUTF16-B\r\n'), ['UTF16-A', 'UTF16-B'], 'utf-16le'],
  [
    'twins.txt',
    utf8('ZW1\n\u200bZW1\u200b\ncaf\u00e9-1\ncafe\u0301-1\n'),
    ['ZW1', 'caf\u00e9-1', 'cafe\u0301-1'],
  ],
  [
    'inner-blanks.txt',
    utf8('\uFEFFuser name  pass word 1\r\na  b   c\t\r\n\u00a0 NBSP-1 \r\n'),
    ['user name  pass word 1', 'a  b   c', 'NBSP-1'],
  ],
  // Exports of Excel, LibreOffice and Google Sheets.
  [
    'excel.csv',
    windows('Produto;Chave;Preço\r\nEdição;EX-1;19,90\r\nEdição;EX-2;1.200,00\r\n'),
    ['EX-1', 'EX-2'],
    null,
  ],
  ['excel-sep.csv', utf8('sep=;\r\nid;código\r\n1;EX,3\r\n2;EX,4\r\n'), ['EX,3', 'EX,4']],
  ['excel-utf8.csv', utf8('\uFEFFchave,data\r\nEX-5,01/02/2026\r\n'), ['EX-5']],
  ['excel-unicode.txt', utf16('Chave\tValidade\r\nEX-6\t30\r\n'), ['EX-6'], 'utf-16le'],
  ['mac.csv', utf8('key;label\rMAC-1;a\rMAC-2;b\r'), ['MAC-1', 'MAC-2']],
  ['one-column.csv', utf8('"LO-1"\n"LO-2"\n'), ['LO-1', 'LO-2']],
  [
    'sheets.csv',
    utf8('name,email,license key\nAna,ana@x.test,GS-1\n"Prado, Bia",b@x.test,GS-2\n'),
    ['GS-1', 'GS-2'],
  ],
  ['sheets.tsv', utf8('label\tserial\na\tTS-1\nb\tTS-2\n'), ['TS-1', 'TS-2']],
  ['big-endian.txt', swapped(utf16('BE-1\nBE-2')), ['BE-1', 'BE-2'], 'utf-16be'],
  ['no-mark.txt', utf16('NM-1\nNM-2', false), ['NM-1', 'NM-2'], 'utf-16le'],
  // Exports of other shops.
  ['sellix.txt', utf8('SLX-1\nSLX-2\n\n'), ['SLX-1', 'SLX-2']],
  [
    'shoppy.csv',
    utf8('id,product,stock\n1,Editor,user:pass;1\n2,Editor,user:pass;2\n'),
    ['user:pass;1', 'user:pass;2'],
  ],
  [
    'woocommerce.csv',
    utf8('product_id,license_key,order_id,status\n12,"WOO-1",,active\n12,"WOO-2",88,sold\n'),
    ['WOO-1', 'WOO-2'],
  ],
  [
    'gumroad.csv',
    utf8('"Purchase Email","License Key","Price ($)"\n"a@x.test","GUM-1","9.90"\n'),
    ['GUM-1'],
  ],
  ['pipe.csv', utf8('KEY|LABEL\nPI-1|a\nPI-2|b\n'), ['PI-1', 'PI-2']],
  ['accounts.txt', utf8('user1:pa;ss,1\nuser2:pa;ss,2\n'), ['user1:pa;ss,1', 'user2:pa;ss,2']],
  // A line that cannot be read for certain gives no key.
  ['open-quote.csv', utf8('key,label\n"OQ-1,a\nOQ-2,b\n'), 2],
  ['broken-cell.csv', utf8('key,label\n"BC\n1",a\nBC-2,b\n'), 2],
  ['replaced.txt', utf8('RP-1\nEdi\ufffd\ufffdo-1\n'), ['RP-1']],
]

async function keysIn(name: string, bytes: Uint8Array): Promise<string[] | number> {
  const text = readFileText(bytes, encodingOf(bytes) ?? 'windows-1252')
  if (!isTable(name, text)) return readPaste(text).keys

  const table = await readTable(text)
  if ('wrongLine' in table) return table.wrongLine

  return readPaste(keysOfColumn(table.rows, guessColumn(table.rows)).join('\n')).keys
}

describe('a file of keys', () => {
  it.each(files)('%s', async (name, bytes, keys, encoding = 'utf-8') => {
    expect(encodingOf(bytes)).toBe(encoding)
    expect(await keysIn(name, bytes)).toEqual(keys)
  })
})
