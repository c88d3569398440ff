import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../../../api/http.ts'

export type Review = Reply<Api['reviews']['own']>['reviews'][number]

/** A product of a customer's, with his review of it; boughtAt is known until he wrote one. */
export type OwnRow = { id: string; name: string; boughtAt: string | null; review: Review | null }

/** What stands in the form; rating is '' before stars are chosen. */
export type Draft = { rating: string; body: string; showName: boolean }
