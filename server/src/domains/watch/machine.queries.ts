import { statfs } from 'node:fs/promises'
import { arch, hostname, uptime } from 'node:os'
import { cpu, currentLoad, mem, osInfo } from 'systeminformation'

import type { App } from '../../platform/app.ts'

export type MachineStats = {
  cpuUsage: number
  memoryUsage: number
  diskUsage: number
  uptime: number
  os: string
  arch: string
  cpuModel: string
  totalMemory: number
  hostname: string
}

// The sample belongs to the machine, not to a shop: one serves every app of the process, and nobody
// waits for a new one while there is one.
const freshMs = 2_000
let sample: { stats: MachineStats; at: number } | null = null
let taking: Promise<MachineStats> | null = null

/**
 * Load of the machine: percent, seconds, bytes. A sample is at most a few seconds old while
 * somebody looks; an older one is renewed behind the answer.
 */
export async function machineStats(app: App): Promise<MachineStats> {
  const age = sample ? performance.now() - sample.at : Infinity
  if (age < freshMs) return sample!.stats

  taking ??= measureMachine(app.config.dataDir).finally(() => {
    taking = null
  })

  if (sample && age < 30_000) {
    taking.catch(() => {})
    return sample.stats
  }

  return taking
}

let fixed: Promise<{ os: string; cpuModel: string }> | null = null

const readFixed = async () => {
  const [os, chip] = await Promise.all([osInfo(), cpu()])
  return {
    os: [os.distro, os.release].filter(Boolean).join(' ') || os.platform,
    cpuModel: [chip.manufacturer, chip.brand].filter(Boolean).join(' '),
  }
}

async function measureMachine(dataDir: string): Promise<MachineStats> {
  fixed ??= readFixed()

  const [{ os, cpuModel }, load, memory, disk] = await Promise.all([
    fixed,
    currentLoad(),
    mem(),
    statfs(dataDir).catch(() => statfs('/')),
  ])

  const stats = {
    cpuUsage: percent(load.currentLoad, 100),
    memoryUsage: percent(memory.total - memory.available, memory.total),
    diskUsage: percent(disk.blocks - disk.bfree, disk.blocks - disk.bfree + disk.bavail),
    uptime: Math.floor(uptime()),
    os,
    arch: arch(),
    cpuModel,
    totalMemory: memory.total,
    hostname: hostname(),
  }

  sample = { stats, at: performance.now() }

  return stats
}

const percent = (part: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.max(0, Math.round((part / whole) * 1000) / 10)) : 0
