'use client'
import { BillingAuthorise } from '@per-second/authorise/react'

export function Meter({ session, baseUrl }) {
  return <BillingAuthorise session={session} baseUrl={baseUrl} />
}
