-- ARGV: now, ticket or nothing, version, base, frozen, then per token: id, version, remain.
if ARGV[2] ~= '' and redis.call('HGET', wallet, 'ticket') ~= ARGV[2] then
  return
end
expire_holds()
put_account(ARGV[3], ARGV[4], ARGV[5], true)
for index = 6, #ARGV, 3 do
  put_token(ARGV[index], ARGV[index + 1], ARGV[index + 2], true)
end
keep_while_held()
