import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { breachesOf, contractionOf } from '../testing/expand-rule.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * The migrations after 0001-schema.sql, which creates an empty schema and so cannot break running
 * processes.
 */
const later = readdirSync(folder)
  .filter((name) => name > '0001-schema.sql')
  .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))

it('the previous version can sell on the new schema; the changelog names each contraction [P502]', () => {
  expect(later.flatMap(({ name, sql }) => breachesOf(sql).map((one) => `${name} ${one}`))).toEqual(
    [],
  )
  const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
  const contractions = later.filter(({ sql }) => contractionOf(sql)).map(({ name }) => name)
  for (const name of contractions) expect(changelog, `the changelog names ${name}`).toContain(name)
  // A shop from before the first release may still lack 0060-variants.sql, the only migration that
  // needs a stop. So the changelog must still name it.
  expect(changelog).toContain('0060-variants.sql')
})

it.each([
  ['drop table visits;', 'takes a table away'],
  ['alter table orders drop column note;', 'takes a column away'],
  ['ALTER TABLE orders\n  RENAME COLUMN note TO remark;', 'renames what is read'],
  ['alter table orders rename to purchases;', 'renames what is read'],
  ['alter table orders alter column total type bigint;', 'changes a column’s type'],
  ['alter table orders alter total set data type bigint;', 'changes a column’s type'],
  ['alter table orders alter column note set not null;', 'demands a value of a column'],
  [
    'alter table orders add column note text not null;',
    'adds a column that demands a value and has none',
  ],
  [
    'alter table orders add column a int default 1, add b text not null;',
    'adds a column that demands a value and has none',
  ],
  [
    'alter table orders add constraint some check (total > 0);',
    'checks all rows under a lock: add it not valid, validate it in a later statement',
  ],
  [
    'alter table orders add constraint who foreign key (user_id) references users;',
    'checks all rows under a lock: add it not valid, validate it in a later statement',
  ],
  [
    'create unique index orders_code on orders (code);',
    'builds an index under a lock: create it concurrently, outside a transaction',
  ],
  [
    'alter table orders add constraint orders_code unique (code);',
    'builds an index under a lock: create it concurrently, outside a transaction',
  ],
  [
    'drop index orders_cart;',
    'waits for everybody to take an index away: drop it concurrently, outside a transaction',
  ],
  [
    'alter table visits rename to visits_old;\ncreate table visits (day date);',
    'renames what is read',
  ],
  [
    `alter table visits rename to visits_first;
create table visits (like visits_first including defaults) partition by range (day);`,
    'renames what is read',
  ],
])('%s is a breach [P502]', (sql, breach) => {
  expect(breachesOf(sql).map((one) => one.slice(0, breach.length))).toEqual([breach])
  expect(breachesOf(`-- contract: unused since 0.2.0\n${sql}`)).toEqual([])
})

it.each([
  'create table plans (id uuid primary key, name text not null);\ncreate index plans_name on plans (name);',
  'alter table orders add column note text;',
  `alter table orders add column note text not null default '';`,
  `alter table orders add column note text default '' not null;`,
  'alter table orders add constraint some check (total > 0) not valid;\nalter table orders validate constraint some;',
  '-- outside a transaction\ncreate index concurrently orders_code on orders (code);',
  'alter table orders add constraint orders_code unique using index orders_code;',
  '-- drop table orders;\ninsert into settings values (1);',
  '-- outside a transaction\ndrop index concurrently orders_cart;',
  `alter table visits rename to visits_first;
create table visits (like visits_first including defaults) partition by range (day);
create index visits_day_of on visits (day);
alter table visits attach partition visits_first for values from (minvalue) to ('2027-01-01');`,
])('%s is none [P502]', (sql) => {
  expect(breachesOf(sql)).toEqual([])
})
