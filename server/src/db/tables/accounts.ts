import type { ViewSection } from '@chaveiro/contracts/admin/saved-views'
import { languages, roles } from '@chaveiro/contracts/limits'
import { sessionEnds } from '@chaveiro/contracts/shop-reasons'
import { codePurposes } from '@chaveiro/contracts/states'
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

/** People with an account; a deleted account is anonymised, and its row stays. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** When this person proved that they own the mailbox; null after registration by password. */
    emailProvenAt: instant('email_proven_at'),
    /** Null for a person who logs in by mailed codes and has set no password yet (Q117). */
    passwordHash: text('password_hash'),
    role: text('role', { enum: roles }).notNull().default('client'),
    discordId: text('discord_id'),
    /** The name of the linked account in the chat service; null when staff linked it by its number. */
    discordName: text('discord_name'),
    /** When the person proved the link by an OAuth login; only a proven link can log in. */
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
 * The CPF that a customer saved for the next purchase, sealed for their row (P230). The shop stores
 * no masked copy, because it would reveal most of the digits.
 */
export const keptCpfs = pgTable('kept_cpfs', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  cpfCipher: bytes('cpf_cipher').notNull(),
  keptAt: instant('kept_at').notNull(),
})

/** A login; each authenticated request checks that its session is still valid. */
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
    revokeReason: text('revoke_reason', { enum: sessionEnds }),
    ip: text('ip'),
    userAgent: text('user_agent'),
    lastSeenAt: instant('last_seen_at'),
    lastIp: text('last_ip'),
    /** When the person last proved their identity, by password or second factor. */
    provenAt: instant('proven_at'),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_expires').on(t.expiresAt),
    index('sessions_ip').on(t.ip, t.createdAt),
  ],
)

/** Refresh tokens by hash. Each use rotates the token; the old row stays to detect reuse. */
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

/** A second factor; logins require the factor once a first code has confirmed it. */
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
    /**
     * Identifies the value of STORE_SECRET that signed the code (P583); null for codes older than
     * this column.
     */
    secretMark: integer('secret_mark'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
)

/** A login with a correct password that waits for its second factor. */
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

/**
 * A mailed code. A login code is found by the hash of a secret in the browser. A login code without
 * a user is for a new mail address. All other codes belong to a session; a code for a changed mail
 * address has the new one in `email`.
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
 * A browser that the shop sent to the chat service's OAuth page, found by the hash of the OAuth
 * state. The state is valid once: for the session that links an account, or for the browser that
 * logs in.
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
 * A person who returned from the chat service and is not logged in yet, found by the hash of their
 * browser's secret. `email` is their mail address at the chat service, if verified there.
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

/** A view of a back-office table that a staff member saved under a name (P406). */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    section: text('section').$type<ViewSection>().notNull(),
    name: text('name').notNull(),
    /** The query string of the section. */
    filters: jsonb('filters').$type<Record<string, string>>().notNull(),
    /** Columns of the table that the view hides. */
    hidden: jsonb('hidden').$type<string[]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('saved_views_name').on(t.userId, t.section, sql`lower(${t.name})`)],
)

/** Notes of staff about a customer (P342); no export or call for customers shows them. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the author's account was deleted. */
    authorId: uuid('author_id'),
    author: text('author').notNull(),
    text: text('text').notNull(),
    /** Chosen by the browser, so that a retry adds no second note. */
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
