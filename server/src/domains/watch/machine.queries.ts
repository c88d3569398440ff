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

// All apps of the process share a sample, since it belongs to the machine and not to a shop. A
// recent sample is returned while the next is measured.
const sampleLifeMs = 2_000
let lastSample: { stats: MachineStats; at: number } | null = null
let pendingSample: Promise<MachineStats> | null = null

/**
 * Load of the machine: percent, seconds, bytes. A sample is at most a few seconds old while
 * somebody watches; an older one is returned once and renewed in the background.
 */
export async function machineStats(app: App): Promise<MachineStats> {
  const sampleAge = lastSample ? performance.now() - lastSample.at : Infinity
  if (sampleAge < sampleLifeMs) return lastSample!.stats

  pendingSample ??= measureMachine(app.config.dataDir).finally(() => {
    pendingSample = null
  })

  if (lastSample && sampleAge < 30_000) {
    pendingSample.catch(() => {})
    return lastSample.stats
  }

  return pendingSample
}

let machineFacts: Promise<{ os: string; cpuModel: string }> | null = null

const readMachineFacts = async () => {
  const [os, chip] = await Promise.all([osInfo(), cpu()])
  return {
    os: [os.distro, os.release].filter(Boolean).join(' ') || os.platform,
    cpuModel: [chip.manufacturer, chip.brand].filter(Boolean).join(' '),
  }
}

async function measureMachine(dataDir: string): Promise<MachineStats> {
  machineFacts ??= readMachineFacts()

  const [{ os, cpuModel }, load, memory, disk] = await Promise.all([
    machineFacts,
    currentLoad(),
    mem(),
    statfs(dataDir).catch(() => statfs('/')),
  ])

  const machineSample = {
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

  lastSample = { stats: machineSample, at: performance.now() }

  return machineSample
}

const percent = (part: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.max(0, Math.round((part / whole) * 1000) / 10)) : 0
