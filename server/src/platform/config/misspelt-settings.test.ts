import { expect, it } from 'vitest'

import { environment } from './environment.ts'
import { findMisspelt } from './misspelt-settings.ts'

it('a setting that is misspelt by two letters is reported with the intended one', () => {
  const typed = ['TRUST_PROXI', 'DATABSE_URL', 'PUBLC_URL', 'SMTP_ULR', 'vault_keys', 'BACKUPTO']
  expect(findMisspelt(Object.fromEntries(typed.map((name) => [name, 'x'])))).toEqual([
    { typed: 'TRUST_PROXI', meant: 'TRUST_PROXY' },
    { typed: 'DATABSE_URL', meant: 'DATABASE_URL' },
    { typed: 'PUBLC_URL', meant: 'PUBLIC_URL' },
    { typed: 'SMTP_ULR', meant: 'SMTP_URL' },
    { typed: 'vault_keys', meant: 'VAULT_KEYS' },
    { typed: 'BACKUPTO', meant: 'BACKUP_TO' },
  ])
})

it('real settings and variables of the system are not reported as misspelt', () => {
  const settingNames = Object.keys(environment.shape)

  const systemNames =
    'PATH HOME HOSTNAME HOSTTYPE LANG LC_ALL PWD OLDPWD SHELL SHLVL TERM TZ USER LOGNAME MAIL ' +
    'INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID CREDENTIALS_DIRECTORY STATE_DIRECTORY ' +
    'CACHE_DIRECTORY NODE_ENV NODE_OPTIONS NODE_VERSION NODE_COMPILE_CACHE NODE_NO_WARNINGS ' +
    'MALLOC_ARENA_MAX AWS_PROFILE AWS_DEFAULT_REGION DATABASE_NAME POSTGRES_PASSWORD npm_config_cache ' +
    'CHROME_PATH CHAVEIRO_NODE CHAVEIRO_LONG SUDO_USER SUDO_UID PUBLIC_DIR'

  const validNames = [...settingNames, ...systemNames.split(' ')]
  expect(findMisspelt(Object.fromEntries(validNames.map((name) => [name, 'x'])))).toEqual([])
})
