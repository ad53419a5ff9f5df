-- KEYS: a window as "count endsAt". ARGV: now.
local stored = redis.call('GET', KEYS[1])
if stored then
  local count, ends_at = string.match(stored, '^(%S+) (%S+)$')
  if tonumber(ends_at) > now and tonumber(count) > 0 then
    redis.call('SET', KEYS[1], text(tonumber(count) - 1) .. ' ' .. ends_at, 'KEEPTTL')
  end
end
