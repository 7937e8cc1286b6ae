import { expect, test } from 'vitest'
import { renderSkeleton } from './server.ts'

test('renderSkeleton: declarative shadow DOM, nothing inline, every tag closed', () => {
  const markup = renderSkeleton({ stylesheet: '/s.css?a="b"&c' })
  expect(markup).toMatch(
    /^<template shadowrootmode="open"><link rel="stylesheet" href="\/s\.css\?a=&#34;b&#34;&#38;c"><div class="frame"><div class="card"/,
  )
  expect(markup).not.toMatch(/style=|<style|<script|\bon\w+=|undefined|\[object/)
  const open = [...markup.matchAll(/<([a-z]\w*)[^>]*?(\/?)>/g)].filter(([, , closed]) => closed === '')
  const closed = [...markup.matchAll(/<\/([a-z]\w*)>/g)]
  expect(
    open
      .map(([, tag]) => tag)
      .filter(tag => tag !== 'link')
      .sort(),
  ).toEqual(closed.map(([, tag]) => tag).sort())
})

test('renderSkeleton: right to left', () => {
  expect(renderSkeleton({ stylesheet: '/s.css', direction: 'rtl' })).toContain(
    '<div class="card" part="card" dir="rtl">',
  )
})
