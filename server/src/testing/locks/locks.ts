import type { LockActs } from './lock-act.ts'
import { locksOfPeople } from './locks.people.ts'
import { locksOfTrade } from './locks.trade.ts'

/** For every lock that a test can make an act wait for: the lock to hold, and the act. */
export const lockActs: LockActs = { ...locksOfPeople, ...locksOfTrade }

/** Locks that another test covers; that test fails when the lock is removed. */
const coveredByOwnTest = {
  'accounts/own-mail/mail-change.service changeMail': 'ban-races.test',
  'fulfilment/minting/mint.service keepGranted': 'minting/second-key.test',
  'backup/restore.schema readLastRun': 'backup/restore.turn.test',
  'rotation/indexes.queries findHeld': 'rotation/secret.test',
  'rotation/sealed.queries replaceBytes': 'rotation/rotation.test',
  'db/migrate lockMigrations': 'db/migrate.test',
  'platform/database/clearing clearBatch': 'jobs/retention.test',
  'platform/observe/metrics/shop-counter takeLockSql': 'http/metrics.test',
  'platform/secrets/key-marks lockKeyAdding': 'rotation/secret.test',
  'platform/database/partitions retryWhileLocked': 'platform/database/partitions.test',
  'platform/queue/heartbeat createHeartbeat': 'platform/queue/worker.test',
  'platform/secrets/vault-canaries holdSecretLocks': 'rotation/rotation.test',
  'platform/secrets/vault-canaries holdSecretLocks 2': 'rotation/secret.test',
  'status/history/measure.service countSpell': 'history/history.test',
}

/** Locks without a test: the reason, or the situation that a test would have to create. */
const uncoveredLocks = {
  'accounts/discord-link/chat-login.service logInByChat': 'entering by the chat meets no other act',
  'db/pooler saveTimeouts': 'two processes that start at once behind a pooler',
  'demo/seed seedDemo': 'two demo shops that start at once on an empty database',
  'backup/backup.service beginSnapshot': 'a migration beside a backup',
  'platform/database/partitions dropPartition':
    'asks without waiting, for a moment in which it is free',
  'platform/database/partitions createMonth':
    'asks without waiting, for a moment in which it is free',
  'tickets/live-chat.service storeLines': 'the channel is taken by one process before',
  'tickets/tickets.chat.service storeConversation': 'one job a channel archives it',
}

/** Locks that are missing in lockActs. */
export const locksWithoutAct: Readonly<Record<string, string>> = {
  ...coveredByOwnTest,
  ...uncoveredLocks,
}
