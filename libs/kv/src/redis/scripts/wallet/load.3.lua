-- ARGV: now, version, base, frozen, then per token: id, version, remain.
expire_holds()
put_account(ARGV[2], ARGV[3], ARGV[4], true)
for index = 5, #ARGV, 3 do
  put_token(ARGV[index], ARGV[index + 1], ARGV[index + 2], true)
end
keep_while_held()
