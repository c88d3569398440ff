import type { ViewSection } from '@chaveiro/contracts/admin/saved-views'
import { languages, roles } from '@chaveiro/contracts/limits'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { bytes, instant } from './columns.ts'

/** People with an account; a deleted one is anonymised, never removed. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Since when the mailbox is proven to be this person's; none after a password registered it. */
    emailProvenAt: instant('email_proven_at'),
    /** None where somebody got in by a code from the mail and has set no password yet (Q117). */
    passwordHash: text('password_hash'),
    role: text('role', { enum: roles }).notNull().default('client'),
    discordId: text('discord_id'),
    /** What the chat service called the linked account; none when staff linked it by its number. */
    discordName: text('discord_name'),
    /** Since when its person has shown it to be his by signing in there; only such a link logs in. */
    discordProvenAt: instant('discord_proven_at'),
    language: text('language', { enum: languages }).notNull().default('pt-BR'),
    createdAt: instant('created_at').notNull(),
    lastLoginAt: instant('last_login_at'),
    isBanned: boolean('is_banned').notNull().default(false),
    banReason: text('ban_reason'),
    bannedAt: instant('banned_at'),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    uniqueIndex('users_discord').on(t.discordId),
    index('users_created').on(t.createdAt),
    index('users_role').on(t.role, t.createdAt),
    index('users_name').on(t.name),
    index('users_last_login').on(t.lastLoginAt),
    index('users_banned')
      .on(t.bannedAt)
      .where(sql`is_banned`),
  ],
)

/**
 * The CPF that a customer asked to be remembered for his next purchase, sealed for his row (P230);
 * a masked copy would give most of it away, so there is none.
 */
export const keptCpfs = pgTable('kept_cpfs', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  cpfCipher: bytes('cpf_cipher').notNull(),
  keptAt: instant('kept_at').notNull(),
})

/** A login; each authenticated request checks that its row still lives. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    revokeReason: text('revoke_reason'),
    ip: text('ip'),
    userAgent: text('user_agent'),
    lastSeenAt: instant('last_seen_at'),
    lastIp: text('last_ip'),
    /** When its person last proved who he is, by password or second factor. */
    provenAt: instant('proven_at'),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_expires').on(t.expiresAt),
    index('sessions_ip').on(t.ip, t.createdAt),
  ],
)

/** Refresh tokens by hash; rotated at every use, kept so that reuse is noticed. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: bytes('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    createdAt: instant('created_at').notNull(),
    rotatedAt: instant('rotated_at'),
  },
  (t) => [index('refresh_tokens_session').on(t.sessionId)],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    hash: bytes('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('password_resets_user').on(t.userId)],
)

/** A second factor; in force once its first code was given. */
export const twoFactors = pgTable('two_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  secretCipher: bytes('secret_cipher').notNull(),
  confirmedAt: instant('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  tries: integer('tries').notNull().default(0),
  triesSince: instant('tries_since'),
  createdAt: instant('created_at').notNull(),
})

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    hash: bytes('hash').notNull(),
    usedAt: instant('used_at'),
    /** Which value of STORE_SECRET it was made with (P583); null: before that was noted. */
    secretMark: integer('secret_mark'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
)

/** A login whose password was right and whose code is awaited. */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    hash: bytes('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('login_challenges_expires').on(t.expiresAt)],
)

/** What a mailed code is for: getting in, proving who one is, deleting the account, a new mail. */
export const codePurposes = ['login', 'proof', 'removal', 'mailbox', 'mail'] as const

/**
 * A code that was mailed. One for a login is kept by the hash of the secret its browser holds;
 * without a user it names the mail that nobody has an account with, and once its code was right,
 * since when that mail is proven. Every other belongs to a session, and one for a new mail names it.
 */
export const loginCodes = pgTable(
  'login_codes',
  {
    hash: bytes('hash').primaryKey(),
    purpose: text('purpose', { enum: codePurposes }).notNull().default('login'),
    userId: uuid('user_id').references(() => users.id),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    email: text('email'),
    codeHash: bytes('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    usedAt: instant('used_at'),
    provenAt: instant('proven_at'),
  },
  (t) => [
    index('login_codes_user').on(t.userId),
    index('login_codes_expires').on(t.expiresAt),
    index('login_codes_session').on(t.sessionId),
  ],
)

/**
 * A browser that was sent to the chat service, by the hash of its state; good once, for the session
 * that links an account, or for the browser that logs in, by the hash of the secret it holds.
 */
export const chatLinks = pgTable(
  'chat_links',
  {
    hash: bytes('hash').primaryKey(),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    browserHash: bytes('browser_hash'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('chat_links_expires').on(t.expiresAt), index('chat_links_session').on(t.sessionId)],
)

/**
 * Who came back from the chat service and is not in yet, by the hash of his browser's secret: his
 * mail there, where the service has verified it.
 */
export const chatArrivals = pgTable(
  'chat_arrivals',
  {
    hash: bytes('hash').primaryKey(),
    discordId: text('discord_id').notNull(),
    discordName: text('discord_name').notNull(),
    email: text('email'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('chat_arrivals_expires').on(t.expiresAt)],
)

/** A view of a table of the back office that one of the staff keeps under a name (P406). */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    section: text('section').$type<ViewSection>().notNull(),
    name: text('name').notNull(),
    /** As the address of the section has them. */
    filters: jsonb('filters').$type<Record<string, string>>().notNull(),
    /** The columns that it leaves out. */
    hidden: jsonb('hidden').$type<string[]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('saved_views_name').on(t.userId, t.section, sql`lower(${t.name})`)],
)

/** What staff note for each other about a customer (P342); nothing that a customer is given reads it. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the account of who wrote it was deleted. */
    authorId: uuid('author_id'),
    author: text('author').notNull(),
    text: text('text').notNull(),
    /** The name that the browser gave it, so that sending it again notes it once. */
    clientId: uuid('client_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('customer_notes_client').on(t.userId, t.clientId),
    index('customer_notes_user').on(t.userId, t.createdAt, t.id),
    index('customer_notes_author')
      .on(t.authorId)
      .where(sql`author_id is not null`),
  ],
)
