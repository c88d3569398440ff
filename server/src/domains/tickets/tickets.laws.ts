import { sql } from 'drizzle-orm'

import type { Law } from '../../db/law.ts'
import { orders, ticketFiles, ticketMessages, tickets } from '../../db/tables/index.ts'

/** Invariants of tickets: they hold only the order, files and answers of their own customer. */
export const ticketLaws: readonly Law[] = [
  {
    name: 'I15 a ticket holds nothing of anybody else',

    broken: () => sql`
      select 'ticket ' || t.ticket_id || ' is about order ' || o.number || ' of somebody else'
        from ${tickets} t join ${orders} o on o.id = t.order_id
        where t.user_id is distinct from o.user_id
      union all
        select 'file ' || f.id || ' stands in ticket ' || coalesce(f.ticket_id::text, 'none')
        || ' and its message in ' || m.ticket_id
        from ${ticketFiles} f join ${ticketMessages} m on m.id = f.message_id
        where f.ticket_id is distinct from m.ticket_id
      union all
        select 'ticket ' || t.ticket_id || ' knows an answer that is not there' from ${tickets} t
        where t.staff_position > 0 and not exists (select 1 from ${ticketMessages} m
          where m.ticket_id = t.id and m.position = t.staff_position and m.role = 'staff')`,
  },
]
