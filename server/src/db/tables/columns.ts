import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** An instant, always with time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Integer cents in the row's currency. */
export const cents = (name: string) => bigint(name, { mode: 'number' })

/** Bytes as PostgreSQL bytea. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** Several byte strings as PostgreSQL bytea[]. */
export const bytesList = customType<{ data: Buffer[]; driverData: Buffer[] | string }>({
  dataType: () => 'bytea[]',
  toDriver: (byteList) =>
    `{${byteList.map((byteString) => `"\\\\x${byteString.toString('hex')}"`).join(',')}}`,
  fromDriver: (byteList) => byteList as Buffer[],
})
