// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";

/// @title FreezableErc20
/// @notice An ERC-20 token whose accounts can be frozen and whose transfers can be paused, FOR TESTS ONLY.
/// @dev Keeps an account's balance and its freeze in one slot, as AUSD does, so that gas measured with it means something;
/// OpenZeppelin's ERC20 has no room for the flag. Names of errors and of the ERC-6093 ones are AUSD's.
abstract contract FreezableErc20 is IERC20Metadata, IERC20Errors {
    struct Account {
        bool isFrozen;
        /// @dev Base units.
        uint248 balance;
    }

    mapping(address account => Account) private _accounts;

    /// @inheritdoc IERC20Metadata
    string public name;

    /// @inheritdoc IERC20Metadata
    string public symbol;

    /// @notice Base units in existence.
    uint256 public totalSupply;

    /// @notice What `spender` may still move of `owner`'s, in base units.
    mapping(address owner => mapping(address spender => uint256 amount)) public allowance;

    /// @notice Whether all transfers are refused.
    bool public isTransferPaused;

    /// @notice An account can no longer send or receive.
    event AccountFrozen(address indexed account);

    /// @notice An account can send and receive again.
    event AccountUnfrozen(address indexed account);

    /// @notice Transfers were paused or released.
    event SetIsTransferPaused(bool isPaused);

    /// @notice A frozen account can neither send nor receive.
    error AccountIsFrozen(address frozenAccount);

    /// @notice Transfers are paused.
    error TransferPaused();

    /// @dev Fixed once; neither is longer than 31 bytes.
    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    /// @notice Moves tokens from the caller.
    /// @param to The recipient.
    /// @param value Amount in base units; zero is legal.
    /// @return Always true; it reverts otherwise.
    function transfer(address to, uint256 value) external returns (bool) {
        _transfer(msg.sender, to, value);
        return true;
    }

    /// @notice Moves tokens that the caller has an allowance for; an allowance of 2^256 − 1 never shrinks.
    /// @param from The owner.
    /// @param to The recipient.
    /// @param value Amount in base units.
    /// @return Always true; it reverts otherwise.
    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) {
            require(allowed >= value, ERC20InsufficientAllowance(msg.sender, allowed, value));
            allowance[from][msg.sender] = allowed - value;
        }
        _transfer(from, to, value);
        return true;
    }

    /// @notice Lets `spender` move the caller's tokens.
    /// @param spender Who may.
    /// @param value How much, in base units.
    /// @return Always true.
    function approve(address spender, uint256 value) external returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    /// @notice An account's base units.
    /// @param account Any account.
    function balanceOf(address account) external view returns (uint256) {
        return _accounts[account].balance;
    }

    /// @notice Whether an account can neither send nor receive.
    /// @param account Any account.
    function isAccountFrozen(address account) external view returns (bool) {
        return _accounts[account].isFrozen;
    }

    /// @notice Six, as AUSD has.
    function decimals() external pure returns (uint8) {
        return 6;
    }

    function _transfer(address from, address to, uint256 value) internal {
        require(!isTransferPaused, TransferPaused());
        require(to != address(0), ERC20InvalidReceiver(to));
        Account memory sender = _accounts[from];
        require(!sender.isFrozen, AccountIsFrozen(from));
        require(sender.balance >= value, ERC20InsufficientBalance(from, sender.balance, value));
        _accounts[from].balance = uint248(sender.balance - value);
        _receive(to, value);
        emit Transfer(from, to, value);
    }

    function _mint(address to, uint256 value) internal {
        totalSupply += value;
        require(totalSupply <= type(uint248).max, ERC20InvalidReceiver(to));
        _receive(to, value);
        emit Transfer(address(0), to, value);
    }

    function _approve(address owner, address spender, uint256 value) internal {
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    function _setFrozen(address account, bool isFrozen) internal {
        _accounts[account].isFrozen = isFrozen;
        if (isFrozen) emit AccountFrozen(account);
        else emit AccountUnfrozen(account);
    }

    function _setPaused(bool isPaused) internal {
        isTransferPaused = isPaused;
        emit SetIsTransferPaused(isPaused);
    }

    /// @dev Reads the account after the sender's was written: they may be the same. The supply bounds every balance.
    function _receive(address to, uint256 value) private {
        Account memory recipient = _accounts[to];
        require(!recipient.isFrozen, AccountIsFrozen(to));
        _accounts[to].balance = uint248(recipient.balance + value);
    }
}
