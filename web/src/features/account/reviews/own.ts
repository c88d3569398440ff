import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../../../api/http.ts'

export type Review = Reply<Api['reviews']['own']>['reviews'][number]

/** A product of the customer with their review; `boughtAt` is null once a review exists. */
export type OwnRow = { id: string; name: string; boughtAt: string | null; review: Review | null }

/** Form values; rating is '' until stars are chosen. */
export type ReviewDraft = { rating: string; body: string; showName: boolean }
