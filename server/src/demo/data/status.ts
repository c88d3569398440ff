import type { ServicePart } from '@chaveiro/contracts/service-states'

import type { statusAnnouncements } from '../../db/tables/index.ts'

type Announced = Pick<typeof statusAnnouncements.$inferSelect, 'kind' | 'texts'>

/** A period in which a part was down or degraded, in the shop's time zone. */
export type DemoSpell = {
  part: ServicePart
  state: 'degraded' | 'down' | 'paused'
  daysAgo: number
  /** Minutes from midnight. */
  from: number
  minutes: number
  /** The measured fault; undefined for planned maintenance. */
  detail?: string
  announcement?: Announced
}

const minuteOfDay = (hour: number, minute: number): number => hour * 60 + minute

/** Downtime of the demo shop within ninety days: two short incidents and one maintenance. */
export const demoSpells: readonly DemoSpell[] = [
  {
    part: 'pix',
    state: 'down',
    daysAgo: 47,
    from: minuteOfDay(20, 12),
    minutes: 14,
    detail: 'pix: POST answered 503',

    announcement: {
      kind: 'incident',

      texts: {
        'pt-BR': {
          title: 'Códigos PIX não eram gerados',
          text:
            'O banco ficou fora do ar por alguns minutos. Quem já tinha pagado ' +
            'recebeu as chaves normalmente; cartão e cripto não foram afetados.',
        },
        'en-US': {
          title: 'PIX codes could not be made',
          text:
            'The bank was down for some minutes. Whoever had paid already got their ' +
            'keys as usual; card and crypto were not affected.',
        },
      },
    },
  },
  {
    part: 'shop',
    state: 'paused',
    daysAgo: 26,
    from: minuteOfDay(4, 0),
    minutes: 35,

    announcement: {
      kind: 'maintenance',

      texts: {
        'pt-BR': {
          title: 'Manutenção da loja',
          text:
            'Trocamos o servidor da loja por um mais rápido. As chaves já compradas ' +
            'continuaram funcionando durante a manutenção.',
        },
        'en-US': {
          title: 'Maintenance of the shop',
          text:
            'We moved the shop to a faster server. Keys bought before went on ' +
            'working meanwhile.',
        },
      },
    },
  },
  {
    part: 'mail',
    state: 'degraded',
    daysAgo: 9,
    from: minuteOfDay(11, 31),
    minutes: 22,
    detail: 'answered after 5210 ms',
  },
]
